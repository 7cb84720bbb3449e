import { BOUNDARY, type Bytes, type TargetName, utf8 } from "./seeds.ts";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

/** Inputs that once hung or broke a parser, or are designed to. */
export const KNOWN: Readonly<Partial<Record<TargetName, readonly Bytes[]>>> = {
	png: [hex(`89504e470d0a1a0a${"00".repeat(4)}49484452${"00".repeat(5000)}`)],
	jpeg: [hex(`ffd8${"ff".repeat(60_000)}`), hex(`ffd8${"ffe00000".repeat(20_000)}`)],
	webp: [utf8(`RIFF\u0010\0\0\0WEBP${"EXIF\0\0\0\0".repeat(9000)}`)],
	json: [utf8("[".repeat(200_000)), utf8(`{"email":"${"a@".repeat(60_000)}"}`)],
	email: [
		utf8(`${"a.".repeat(100_000)}@`),
		utf8(`a@${"b-".repeat(100_000)}`),
		utf8("@".repeat(200_000)),
	],
	names: [utf8("a/".repeat(30_000)), utf8(`a${".".repeat(60_000)}b`)],
	headers: [
		utf8(`bytes=${"0-1,".repeat(50_000)}`),
		utf8('"a" '.repeat(50_000)),
		utf8(`bytes=,0${" ".repeat(100_000)}x`),
		utf8(`"a",${" ".repeat(100_000)}x`),
		utf8(`a=${" ".repeat(100_000)}x`),
	],
	multipart: [utf8(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${'name="'.repeat(1200)}`)],
};
