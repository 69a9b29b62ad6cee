#include <microhttpd.h>

// What libmicrohttpd calls for one connection, and for one request in this order.
struct request_functions {
    MHD_NotifyConnectionCallback connection;
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback receive;
    MHD_RequestCompletedCallback end;
    void *context;
};

// The limits of what clients may take.
struct client_limits {
    unsigned int connections;
    unsigned int timeout_seconds;
    // Bytes for the head of a request, and for that of its answer.
    size_t head;
};

// PEM, NULL where there is none.
struct tls_texts {
    const char *certificate;
    const char *key;
    const char *client_authority;
};

// MHD_start_daemon is variadic, which Swift cannot call. It reads the strings only during the call.
static inline struct MHD_Daemon *start_daemon(
    unsigned int flags, MHD_socket listening, struct client_limits limits, struct tls_texts tls,
    struct request_functions functions) {
    struct MHD_OptionItem trust[] = {
        {MHD_OPTION_HTTPS_MEM_TRUST, 0, (void *)tls.client_authority},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)tls.certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)tls.key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        flags, 0, NULL, NULL, functions.receive, functions.context,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.head,
        MHD_OPTION_NOTIFY_CONNECTION, functions.connection, functions.context,
        MHD_OPTION_URI_LOG_CALLBACK, functions.begin, functions.context,
        MHD_OPTION_NOTIFY_COMPLETED, functions.end, functions.context,
        MHD_OPTION_ARRAY, tls.certificate && tls.key ? secure : none,
        MHD_OPTION_ARRAY, tls.client_authority ? trust : none,
        MHD_OPTION_END);
}

// MHD_get_connection_info is variadic, too.
static inline MHD_socket connection_descriptor(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline const struct sockaddr *connection_address(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}

// GnuTLS's session; NULL for a connection without TLS.
static inline void *connection_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? info->tls_session : NULL;
}
