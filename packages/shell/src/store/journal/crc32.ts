/** Owns the checksum of a journal's bytes. It loads node:zlib at its first call: most commands read no record. */
let zlib: typeof import('node:zlib') | null = null

/** `before` is the checksum of the bytes that come before these. */
export function crc32(bytes: string | Buffer, before = 0): number {
  zlib ??= process.getBuiltinModule('node:zlib')
  return zlib.crc32(bytes, before)
}
