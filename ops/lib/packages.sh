# shellcheck shell=bash
# Sourced by the scripts of ops/: finds out what this machine lacks, says so, and installs it with apt-get.

missing=()
reasons=()

die() {
    printf '%s\n' "$@" >&2
    exit 1
}

has() { command -v "$1" >/dev/null; }

# need PACKAGE REASON TEST…: the Debian package that makes the command TEST succeed.
need() {
    local package=$1 reason=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        missing+=("$package")
        reasons+=("$(printf '  %-24s %s' "$package" "$reason")")
    fi
}

needs_of_the_build() {
    need pkg-config "finds the C libraries" has pkg-config
    need librdkafka-dev "C library: Kafka" pkg-config --exists "rdkafka >= 2.0.2"
    need libssl-dev "C library: signatures, TLS" pkg-config --exists openssl
    need libnghttp2-dev "C library: requests to the App Store" pkg-config --exists libnghttp2
    need libmicrohttpd-dev "C library: metrics and health pages" pkg-config --exists libmicrohttpd
    need libgnutls28-dev "C library: certificates of those who ask for these" pkg-config --exists gnutls
    need libyaml-dev "C library: the configuration file" pkg-config --exists yaml-0.1
}

# provide NEEDS…: installs what these functions find missing.
provide() {
    look_for "$@"
    if ((${#missing[@]} == 0)); then return; fi
    printf '%s\n' "Missing on this machine, to be installed with apt-get:" "${reasons[@]}" >&2
    has apt-get || die "This system has no apt-get. Install what these packages hold by its own means, then start again."
    ((EUID == 0)) || has sudo || die "Only root can do that, and there is no sudo. As root: apt-get install ${missing[*]}"
    refresh_package_lists
    as_root apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}" >/dev/null ||
        die "apt-get could not install them; its own message is above."
    hash -r
    look_for "$@"
    ((${#missing[@]} == 0)) || die "Installed, but not found or too old:" "${reasons[@]}" "Look for an older copy earlier on PATH."
}

look_for() {
    missing=()
    reasons=()
    local needs
    for needs; do "$needs"; done
}

refresh_package_lists() {
    # A source that does not answer is no reason to stop: the packages may all come from another one.
    as_root apt-get -qq update >&2 || echo "Some package lists could not be refreshed; going on with those that are there." >&2
}

as_root() {
    if ((EUID == 0)); then
        DEBIAN_FRONTEND=noninteractive "$@"
    elif has sudo; then
        sudo DEBIAN_FRONTEND=noninteractive "$@"
    else
        die "There is no sudo. Do this as root, then start again: $*"
    fi
}

require_swift() {
    has swift || die "There is no swift on PATH. Install Swift 6.3 or later (https://www.swift.org/install) and add its usr/bin to PATH."
}
