"""Static files under names that carry their content's hash, imports between ES modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """A changed file has a new name, so that a browser may keep the old one for ever."""

    support_js_module_import_aggregation = True
    manifest_strict = False
