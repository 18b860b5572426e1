/* HTTP by libcurl. One handle keeps its connection from call to call. */
#define _POSIX_C_SOURCE 200809L
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "karvon_port.h"

#define CONNECT_TIMEOUT_S 10L
#define REPLY_TIMEOUT_S 15L
/** A download that brings less than this many bytes a second for this long is cut, and resumed. */
#define STALLED_BYTES 64L
#define STALLED_S 30L

typedef struct {
  karvon_response *response;
  karvon_sink sink;
  void *context;
} exchange;

static bool starts_with(const char *text, size_t length, const char *name) {
  size_t name_length = strlen(name);
  return length >= name_length && strncasecmp(text, name, name_length) == 0;
}

/** The value of a header line, without white space around it, cut to the buffer. */
static void copy_value(char *out, size_t size, const char *line, size_t length, size_t from) {
  while (from < length && (line[from] == ' ' || line[from] == '\t')) from += 1;
  while (length > from && (unsigned char)line[length - 1] <= ' ') length -= 1;
  size_t count = length - from < size - 1 ? length - from : size - 1;
  memcpy(out, line + from, count);
  out[count] = '\0';
}

static size_t on_header(char *line, size_t one, size_t length, void *context) {
  (void)one;
  exchange *now = context;
  karvon_response *response = now->response;
  char value[128];
  if (starts_with(line, length, "HTTP/")) {
    const char *space = memchr(line, ' ', length);
    response->status = space != NULL ? (int)strtol(space, NULL, 10) : 0;
  } else if (starts_with(line, length, "date:")) {
    copy_value(value, sizeof value, line, length, strlen("date:"));
    time_t seconds = curl_getdate(value, NULL);
    if (seconds > 0) response->date_ms = (int64_t)seconds * 1000;
  } else if (starts_with(line, length, "retry-after:")) {
    copy_value(value, sizeof value, line, length, strlen("retry-after:"));
    unsigned long seconds = strtoul(value, NULL, 10);
    response->retry_after = seconds < 86400 ? (uint32_t)seconds : 86400;
  } else if (starts_with(line, length, "content-range:")) {
    copy_value(value, sizeof value, line, length, strlen("content-range:"));
    if (starts_with(value, strlen(value), "bytes ")) response->range_start = strtoll(value + strlen("bytes "), NULL, 10);
  } else if (starts_with(line, length, "etag:")) {
    copy_value(response->etag, sizeof response->etag, line, length, strlen("etag:"));
  }
  return length;
}

static size_t on_body(char *bytes, size_t one, size_t length, void *context) {
  (void)one;
  exchange *now = context;
  return now->sink(now->context, now->response, (const uint8_t *)bytes, length) ? length : 0;
}

void karvon_port_http(const karvon_request *request, karvon_response *response, karvon_sink sink, void *context) {
  static CURL *curl;
  exchange now = {response, sink, context};
  struct curl_slist *headers = NULL;
  memset(response, 0, sizeof *response);
  response->range_start = -1;
  if (curl == NULL) curl = curl_easy_init();
  if (curl == NULL) return;
  curl_easy_reset(curl);
  for (size_t index = 0; index < sizeof request->headers / sizeof request->headers[0]; index += 1) {
    if (request->headers[index] == NULL) break;
    struct curl_slist *longer = curl_slist_append(headers, request->headers[index]);
    if (longer == NULL) {
      curl_slist_free_all(headers);
      return;
    }
    headers = longer;
  }
  curl_easy_setopt(curl, CURLOPT_URL, request->url);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_TIMEOUT_S);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &now);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &now);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  if (request->is_download) {
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, STALLED_BYTES);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, STALLED_S);
  } else {
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, REPLY_TIMEOUT_S);
  }
  if (request->body != NULL) {
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)strlen(request->body));
  }
  CURLcode end = curl_easy_perform(curl);
  response->complete = end == CURLE_OK;
  if (end != CURLE_OK && end != CURLE_WRITE_ERROR && end != CURLE_PARTIAL_FILE && end != CURLE_RECV_ERROR &&
      end != CURLE_OPERATION_TIMEDOUT)
    response->status = 0;
  curl_slist_free_all(headers);
}
