import { expect, it } from "vitest";
import { fileLinks } from "./files.ts";

it("encodes folder names in links, segment by segment", () => {
	expect(fileLinks.folder("s", "A & B/C?")).toBe(
		"/api/file-shares/s/download-folder/A%20%26%20B/C%3F",
	);
});
