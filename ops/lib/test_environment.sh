# shellcheck shell=bash
# Sourced by ops/test and ops/soak after ops/lib/packages.sh: what the tests need beside the build.

readonly tools=$PWD/.build/test-tools
readonly environment=$PWD/.build/test-python
readonly newer_librdkafka=$PWD/.build/librdkafka-2.16
readonly test_output=$PWD/.build/test-output.txt
# Debian keeps servers such as nghttpd in /usr/sbin, which is on nobody's PATH but root's.
export PATH=$PATH:/usr/sbin:$tools
export TEST_PYTHON=$environment/bin/python
export TEST_COMPOSE_SCHEMA=$tools/compose_spec.json

needs_of_the_tests() {
    need curl "asks the servers under test" has curl
    need openssl "makes test keys and certificates" has openssl
    need nghttp2-server "an HTTP/2 server to test against" has nghttpd
    need systemd "judges the service unit" has systemd-analyze
    need chromium "a browser, to look at the status page with" has chromium
    need chromium-driver "drives the browser" has chromedriver
    need python3-venv "Python 3.10 or later with venv, for the checkers" fit_python
}

provide_test_environment() {
    provide needs_of_the_build needs_of_the_tests
    provide_unpacked_tools
    provide_test_python
    provide_newer_librdkafka
}

# Prints a Python that can make the environment for the tests.
fit_python() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

# Debian's package prometheus starts a service, and the schema of Compose files comes only with a package that brings a
# container engine along. So they are unpacked, not installed.
provide_unpacked_tools() {
    { has promtool && has prometheus; } ||
        unpack prometheus "what checks metrics, alerts and dashboard" usr/bin/promtool usr/bin/prometheus
    [[ -f $tools/compose_spec.json ]] ||
        unpack docker-compose "the schema of Compose files" usr/lib/python3/dist-packages/compose/config/compose_spec.json
}

# unpack PACKAGE WORDS FILE…: fetches Debian's package and keeps these files of it.
unpack() {
    local package=$1 words=$2 folder=$tools/package
    shift 2
    echo "Fetching $words, out of Debian's package $package into $tools." >&2
    rm -rf "$folder"
    mkdir -p "$folder"
    (
        cd "$folder"
        download "$package" || { refresh_package_lists && download "$package"; }
        dpkg-deb --extract "${package}"_*.deb .
    ) || die "$package could not be fetched; apt-get's own message is above."
    mv "${@/#/$folder/}" "$tools"
    rm -r "$folder"
}

# apt's own user may not be allowed to write here.
download() { apt-get -qq -o APT::Sandbox::User= download "$1" >&2; }

provide_test_python() {
    if [[ -x $TEST_PYTHON ]] && cmp -s ops/test-requirements.txt "$environment/requirements.txt"; then return; fi
    echo "Making a Python environment with the packages of ops/test-requirements.txt in $environment." >&2
    rm -rf "$environment"
    "$(fit_python)" -m venv "$environment"
    "$TEST_PYTHON" -m pip install --quiet --disable-pip-version-check --requirement ops/test-requirements.txt >&2 ||
        die "pip could not install them; its own message is above."
    # Written last: says what the environment holds, so that one made halfway is made again.
    cp ops/test-requirements.txt "$environment/requirements.txt"
}

# The Python package confluent-kafka carries a whole librdkafka; under its usual name it takes the place of Debian's.
provide_newer_librdkafka() {
    local find='import confluent_kafka, pathlib; print(*pathlib.Path(confluent_kafka.__file__).parents[1].glob("confluent_kafka.libs/librdkafka*"))'
    mkdir -p "$newer_librdkafka"
    ln -sf "$("$TEST_PYTHON" -c "$find")" "$newer_librdkafka/librdkafka.so.1"
}

# on_librdkafka installed|2.16 COMMAND…: runs a command with this version of the client library.
on_librdkafka() {
    local version=$1
    shift
    case $version in
    installed) "$@" ;;
    2.16) LD_LIBRARY_PATH=$newer_librdkafka TEST_LIBRDKAFKA=$version "$@" ;;
    *) die "There is no librdkafka $version here: installed or 2.16." ;;
    esac
}

# No run has taken much more than half of it. One that hangs must end before whoever called it loses patience.
readonly longest_run=60m

# There are no XCTest tests, and their closing line would say so.
# One after the other: broker processes and mock clusters side by side on few cores would disturb each other.
run_tests() {
    local by_line=(stdbuf -oL) status=0
    # A sanitizer must be the first library that is loaded.
    if [[ -v SANITIZE ]]; then by_line=(); fi
    # Line by line, so that a run which hangs has said in which test.
    timeout --foreground --signal=INT --kill-after=30s "$longest_run" \
        "${by_line[@]}" swift test --skip-build --disable-xctest --no-parallel "$@" | tee "$test_output" || status=$?
    if ((status == 124 || status == 137)); then die "The tests did not end within $longest_run: see where the lines above end."; fi
    # Thousands of lines after it, a failure is found again at the end.
    if ((status != 0)); then grep -E '^✘|^↳|error:' "$test_output" | cut -c 1-1000 >&2 || true; fi
    return "$status"
}
