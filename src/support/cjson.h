/* SPDX-License-Identifier: MIT */
/* cJSON, which only files of users need. For source files alone: no header of ours shows its types.
 */
#ifndef SUPPORT_CJSON_H
#define SUPPORT_CJSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <string.h>

#include "support/error.h"
#include "support/library.h"

#define CJSON_FUNCTIONS(X) X(cJSON_ParseWithLength) X(cJSON_ParseWithOpts) X(cJSON_Delete)

LIBRARY_TABLE(cjson, CJSON_FUNCTIONS)
CUOCC_OPEN_CJSON(cjson, CJSON_FUNCTIONS, CUOCC_NAME_CJSON)

/** @return as library_load(); `where` is the file that cannot be read without. */
static inline enum cuocc_status cjson_need(struct cjson *cjson, const char *where,
                                           struct cuocc_error *error)
{
    enum cuocc_status status = cjson_open(cjson);

    if (status == CUOCC_ERR_UNSUPPORTED)
        return cuocc_error_set(error, status, where, "JSON, and this build or machine lacks %s",
                               CUOCC_NAME_CJSON);
    if (status != CUOCC_OK)
        return cuocc_error_set(error, status, "", "%s", cuocc_status_text(status));
    return CUOCC_OK;
}

/** @param types  One of cJSON's types, or several with | between them. */
static inline bool json_is(const cJSON *item, int types)
{
    return item != NULL && (item->type & types & 0xff) != 0;
}

/** @return the value of the first such key, NULL if there is none. */
static inline const cJSON *json_member(const cJSON *object, const char *key)
{
    const cJSON *child;

    cJSON_ArrayForEach(child, object) if (child->string != NULL &&
                                          strcmp(child->string, key) == 0) return child;
    return NULL;
}

#endif
