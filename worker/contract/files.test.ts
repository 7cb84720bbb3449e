import { expect, it } from "vitest";
import { formatSize } from "./files.ts";

it.each([
	[0, "en", "0 Bytes"],
	[1, "en", "1 Bytes"],
	[1023, "en", "1023 Bytes"],
	[1024, "en", "1 KB"],
	[1536, "en", "1.5 KB"],
	[1536, "es", "1,5 KB"],
	[1536, "de", "1,5 KB"],
	[1_047_527_424, "en", "999 MB"],
	[1024 ** 4, "es", "1 TB"],
])("formats %i bytes in %s as %s", (bytes, locale, text) => {
	expect(formatSize(bytes, locale)).toBe(text);
});
