import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: readonly Uint8Array[]) => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const integer = (value: number) => der(0x02, Buffer.from([value]));

const COMMON_NAME = "550403";
const SUBJECT_ALTERNATIVE_NAME = "551d11";
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";

/** A fresh key and a certificate for `host` that it signed itself (RFC 5280), both PEM; made here so that no key lies in the repository. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), text(0x0c, host))));
  const validity = sequence(text(0x17, "200101000000Z"), text(0x17, "491231235959Z"));
  const hosts = sequence(oid(SUBJECT_ALTERNATIVE_NAME), der(0x04, sequence(text(0x82, host))));
  const toSign = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(hosts)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toSign, privateKey));
  const body = sequence(toSign, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  };
}
