"""Django's settings, from a few environment variables.

STORSLAM_DATA          directory of database, secret and cache (default `./data`)
STORSLAM_DATABASE_URL  `postgresql://user:password@host:port/name`; else SQLite in that directory
STORSLAM_HOSTS         host names served, separated by commas (default: this machine only)
STORSLAM_HTTPS         `1` behind a proxy that ends HTTPS: secure cookies, its protocol header
                       and its client address are trusted
STORSLAM_DEBUG         `1` for development only
STORSLAM_REHEARSAL     `1` for a season played for practice: its clock can be moved, letters are
                       shown on the console, nobody needs a second factor
STORSLAM_SMTP          `smtp://user:password@host:port` or `smtps://…` that takes the letters;
                       without it they wait in the outbox
STORSLAM_FROM          the sender of letters
STORSLAM_HOOKS_PRIVATE `1` where hooks may be at private addresses, as in a network of one's own
STORSLAM_ACCOUNT       the Federation's account as invoices name it (`bankgiro 123-4567`)
STORSLAM_BRIDGEMATE_CLUB, STORSLAM_BRIDGEMATE_KEY
                       the club's id and licence key at the Bridgemate Data Connector
STORSLAM_BRIDGEMATE_ADDRESS
                       where the control program of the Bridgemates is (`http://localhost:5079`)
"""

import os
from pathlib import Path

from storslam.web.setup import KEY, asset_version, database, mail, secret_key

DATA = Path(os.environ.get("STORSLAM_DATA", "data")).resolve()
DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
DEBUG = os.environ.get("STORSLAM_DEBUG") == "1"
HTTPS = os.environ.get("STORSLAM_HTTPS") == "1"
REHEARSAL = os.environ.get("STORSLAM_REHEARSAL") == "1"
SECRET_KEY = secret_key(DATA / KEY)
ALLOWED_HOSTS = os.environ.get("STORSLAM_HOSTS", "localhost,127.0.0.1,[::1]").split(",")

ROOT_URLCONF = "storslam.web.urls"
WSGI_APPLICATION = "storslam.web.wsgi.application"
AUTH_USER_MODEL = "web.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": database(os.environ.get("STORSLAM_DATABASE_URL", ""), DATA)}

INSTALLED_APPS = [
    "storslam.web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "storslam.web.middleware.content_security_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "storslam.web.middleware.language",
    "storslam.web.api.problems.of_api",
    "storslam.web.middleware.without_nul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "storslam.web.middleware.faults",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "storslam.web.templatetags.storslam",
                "storslam.web.templatetags.systems",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Swedish first; a reader chooses English once and a cookie remembers it.
LANGUAGE_CODE = "sv"
LANGUAGES = [("sv", "Svenska"), ("en", "English")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LOCALE_PATHS = [Path(__file__).parent.parent / "locale"]
USE_TZ = True
TIME_ZONE = "Europe/Stockholm"

# Static files are served straight from the package, their address carries the version of all.
STATIC_URL = "static/"
ASSET_VERSION = asset_version(Path(__file__).parent)
# A standing in play may be shown for so many seconds after newer results came.
SNAPSHOT_SECONDS = 1.0
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 365 * 24 * 3600

# Acts write letters into the outbox; this is how they leave it.
vars().update(mail(os.environ.get("STORSLAM_SMTP", ""), rehearsal=REHEARSAL))
HOOKS_PRIVATE = os.environ.get("STORSLAM_HOOKS_PRIVATE") == "1"
ACCOUNT = os.environ.get("STORSLAM_ACCOUNT", "")
BRIDGEMATE_CLUB = os.environ.get("STORSLAM_BRIDGEMATE_CLUB", "")
BRIDGEMATE_KEY = os.environ.get("STORSLAM_BRIDGEMATE_KEY", "")
BRIDGEMATE_ADDRESS = os.environ.get("STORSLAM_BRIDGEMATE_ADDRESS", "http://localhost:5079")
DEFAULT_FROM_EMAIL = os.environ.get("STORSLAM_FROM", "storslam@localhost")

# Rate limits must count the same in every worker, so their cache lies on disk.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA / "cache",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    }
}

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "own"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "storslam.web.accounts.Accounts"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_CHANGE_EMAIL = False
ACCOUNT_RATE_LIMITS = {
    "invitation": "10/m/ip",
    "keep": "100/h/ip",
    "act": "300/m/user",
    "api": "1200/m/ip",
    "card": "1200/m/ip",
    "card_file": "10/m/ip",
    "check": "200/h/user",
    "pin": "10/m/key,100/m/ip",
    "tell": "20/m/key",
}
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Storslam"
ALLAUTH_TRUSTED_PROXY_COUNT = int(HTTPS)

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# The largest file a director may upload, in bytes; everything else in a request is small.
UPLOAD_LIMIT = 5 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# The points of a qualifier are three fields a pair.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000
DATA_UPLOAD_MAX_NUMBER_FILES = 8  # the halls of one event

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
