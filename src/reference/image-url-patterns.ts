/**
 * Patterns of URLs, for the server and the published schemas. They are ECMA-262 patterns for the `u` flag without lookaround and back
 * references, and take linear time.
 */

/** Control characters, as the inside of a character class. */
export const CONTROL_CHARACTERS = "\\u0000-\\u001f\\u007f-\\u009f";
/** Characters that URL parsers drop or replace. With them, the fetched address would differ from the one that was sent. */
const ALTERED_BY_PARSERS = `\\s\\\\${CONTROL_CHARACTERS}`;
/** Characters that a host name cannot have. `@` would end a user name. */
const NOT_IN_HOST_NAME = `${ALTERED_BY_PARSERS}/?#@%<>^|\\[\\]:`;

/** A host name whose last label is not only digits. Parsers would read a last label of digits as part of an IP address. */
const NAME = `(?:[^${NOT_IN_HOST_NAME}.]+\\.)*[0-9]*[^${NOT_IN_HOST_NAME}.0-9][^${NOT_IN_HOST_NAME}.]*\\.?`;
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const IPV6 = "\\[[0-9A-Fa-f:.]+\\]";
const PORT = "(?::0*(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?";
const HOST = `[Hh][Tt][Tt][Pp][Ss]?://(?:${NAME}|${IPV4}|${IPV6})${PORT}`;

/** A complete http or https URL without user and password. */
export const ADDRESS_PATTERN = `^${HOST}(?:[/?#][^${ALTERED_BY_PARSERS}]*)?$`;

/** A complete http or https URL without user and password whose path ends in .jpg or .jpeg. A query or fragment may follow. */
export const IMAGE_URL_PATTERN = `^${HOST}/[^${ALTERED_BY_PARSERS}?#]*\\.[Jj][Pp][Ee]?[Gg](?:[?#][^${ALTERED_BY_PARSERS}]*)?$`;

/** A URL that contains a user, whether or not it is valid otherwise. */
export const URL_WITH_USER_PATTERN = "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*@";
