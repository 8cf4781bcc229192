"""Addresses of the API of memories."""

from memories.api import deciding, documents, imports, relations, views
from memoryhub.api_views import both

_ONE = "memories/<uuid:memory_id>"

urlpatterns = [
    *both("memories", views.Memories, "api-memories"),
    *both(_ONE, views.OneMemory, "api-memory"),
    *both(f"{_ONE}/history", views.History, "api-memory-history"),
    *both(f"{_ONE}/pin", views.Pin, "api-memory-pin"),
    *both(f"{_ONE}/unpin", views.Unpin, "api-memory-unpin"),
    *both(f"{_ONE}/confirm", views.Confirm, "api-memory-confirm"),
    *both(f"{_ONE}/reject", views.Reject, "api-memory-reject"),
    *both(f"{_ONE}/forget", views.Forget, "api-memory-forget"),
    *both(f"{_ONE}/erase", views.Erase, "api-memory-erase"),
    *both(f"{_ONE}/restore", views.Restore, "api-memory-restore"),
    *both("receipts", views.Receipts, "api-receipts"),
    *both("recall", views.Recall, "api-recall"),
    *both("relations", relations.Relations, "api-relations"),
    *both("profile", views.ProfileOfPerson, "api-profile"),
    *both("inbox", deciding.Inbox, "api-inbox"),
    *both("declined", deciding.Declined, "api-declined"),
    *both(
        "declined/<uuid:message_id>/<int:start>/remember",
        deciding.RememberDeclined,
        "api-declined-remember",
    ),
    *both("documents", documents.Documents, "api-documents"),
    *both("documents/<uuid:document_id>", documents.OneDocument, "api-document"),
    *both("documents/<uuid:document_id>/passages", documents.Passages, "api-document-passages"),
    *both("settings", deciding.Switches, "api-settings"),
    *both("export", views.Export, "api-export"),
    *both("import", views.Import, "api-import"),
    *both("import/list", imports.Lists, "api-import-list"),
    *both("import/list/<uuid:import_id>", imports.OneList, "api-import-list-one"),
]
