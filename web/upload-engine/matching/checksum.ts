/**
 * Returns the CRC-32 of a part, eight lower-case hex digits. Throws UnreadableFile when its bytes can't
 * be read.
 */
export type Checksum<Body = Blob> = (part: Body) => Promise<string>;
