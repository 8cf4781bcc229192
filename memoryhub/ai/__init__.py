"""Language model, embeddings, reranker and tokenizer: one protocol each, chosen by a setting."""
