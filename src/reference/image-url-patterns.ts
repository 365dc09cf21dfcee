/**
 * Addresses of images, as the server takes them and the published schemas say. Sources of patterns are ECMA-262 for the `u`
 * flag, free of lookaround and back references; they read an address once, whatever its length.
 */

export const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";
/** What a parser would drop or turn around: an address that has it is not fetched as it was sent. */
const REPAIRED = `\\s\\\\${CONTROL}`;
/** What no host name has; `@` would make it a user's. */
const NOT_NAMED = `${REPAIRED}/?#@%<>^|\\[\\]:`;

/** A name whose last label has more than digits: parsers read a number there as an address. */
const NAME = `(?:[^${NOT_NAMED}.]+\\.)*[0-9]*[^${NOT_NAMED}.0-9][^${NOT_NAMED}.]*\\.?`;
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const IPV6 = "\\[[0-9A-Fa-f:.]+\\]";
const PORT = "(?::0*(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?";
const HOST = `[Hh][Tt][Tt][Pp][Ss]?://(?:${NAME}|${IPV4}|${IPV6})${PORT}`;

/** A whole address over http or https, for anyone: without user and password. */
export const ADDRESS_PATTERN = `^${HOST}(?:[/?#][^${REPAIRED}]*)?$`;

/** Such an address whose path ends in .jpg or .jpeg; the query may follow. */
export const IMAGE_URL_PATTERN = `^${HOST}/[^${REPAIRED}?#]*\\.[Jj][Pp][Ee]?[Gg](?:[?#][^${REPAIRED}]*)?$`;

/** An address that names a user, whatever else is wrong with it. */
export const USER_PATTERN = "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*@";
