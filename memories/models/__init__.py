"""What lasts: memories with their sources, versions and index rows, and the records around them."""

from memories.models.core import (
    Alias,
    Entity,
    Memory,
    MemoryEvent,
    MemorySource,
    MemoryVersion,
    Relation,
    Tombstone,
)
from memories.models.erasures import ErasureReceipt
from memories.models.index import (
    COVERED_DIMENSIONS,
    EmbeddingModel,
    EpisodePosting,
    EpisodeVector,
    MemoryVector,
    Passage,
    PassagePosting,
    Posting,
)
from memories.models.knowledge import HNSW_DIMENSIONS, Chunk, ChunkPosting, ChunkVector, Citation, Document
from memories.models.records import Feedback, NotHere, RecallQuality, RecallTrace
from memories.models.talks import Episode, EpisodeItem, Profile, ProfileLine
from memories.models.work import CaptureRun, GraphBuild, Import, Job, MemorySettings, UpkeepRun

__all__ = [
    "COVERED_DIMENSIONS",
    "HNSW_DIMENSIONS",
    "Alias",
    "CaptureRun",
    "Chunk",
    "ChunkPosting",
    "ChunkVector",
    "Citation",
    "Document",
    "EmbeddingModel",
    "Entity",
    "Episode",
    "EpisodeItem",
    "EpisodePosting",
    "EpisodeVector",
    "ErasureReceipt",
    "Feedback",
    "GraphBuild",
    "Import",
    "Job",
    "Memory",
    "MemoryEvent",
    "MemorySettings",
    "MemorySource",
    "MemoryVector",
    "MemoryVersion",
    "NotHere",
    "Passage",
    "PassagePosting",
    "Posting",
    "Profile",
    "ProfileLine",
    "RecallQuality",
    "RecallTrace",
    "Relation",
    "Tombstone",
    "UpkeepRun",
]
