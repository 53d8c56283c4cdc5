# Sourced by ./koloda and ./test, with the checkout's folder in $here.

usable() { # PYTHON: is it new enough, and can it make environments?
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || return 1
    "$1" -c 'import venv, ensurepip' 2>/dev/null && return
    lacking=$1
    return 1
}

find_python() { # CANDIDATE...
    lacking=''
    for python; do
        usable "$python" && return
    done
    if [ -n "$lacking" ]; then
        echo "koloda: $lacking has no venv module (Debian: apt install python3-venv)" >&2
    else
        echo "koloda: Python 3.11 or newer is needed; tried: $*. Set PYTHON to one." >&2
    fi
    exit 1
}

# The interpreters that are here, one of each version, the newest first: of PATH, pyenv and uv.
interpreters() {
    for minor in 14 13 12 11; do
        ours=''
        for python in "python3.$minor" "${PYENV_ROOT:-${HOME-}/.pyenv}/versions/3.$minor".*/bin/python3 \
            "${UV_PYTHON_INSTALL_DIR:-${XDG_DATA_HOME:-${HOME-}/.local/share}/uv/python}/cpython-3.$minor".*/bin/python3; do
            if [ -z "$ours" ] && usable "$python"; then
                ours=$(command -v "$python")
            fi
        done
        [ -z "$ours" ] || echo "$ours"
    done
}

# Brings .venv up to date; the arguments are those of tools/environment.py. While sources are being compiled in
# the background, what runs now is plain Python to its end, its worker processes included; only `koloda serve`
# starts again by itself when that is done (KOLODA_COMPILING).
prepare() {
    python=$here/.venv/bin/python
    if [ ! -x "$python" ]; then
        if [ -n "${PYTHON-}" ]; then
            find_python "$PYTHON"
        else
            find_python python3.13 python3.12 python3.11 python3
        fi
    fi
    code=0
    "$python" -I "$here/tools/environment.py" "$@" || code=$?
    case $code in
    0) ;;
    4) KOLODA_PURE=1 KOLODA_COMPILING=1 && export KOLODA_PURE KOLODA_COMPILING ;;
    *) exit "$code" ;;
    esac
}
