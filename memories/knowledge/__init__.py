"""The knowledge base: files become documents (``files``, ``html``, ``markdown``, ``pdf``) of passages (``chunking``).

``documents`` keeps them, ``embedding`` gives each passage its vector in the background, ``shelf`` reads them. How a
passage is found for a message stands in ``recall.knowledge``.
"""
