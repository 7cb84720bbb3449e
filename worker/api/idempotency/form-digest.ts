import { createHash, type Hash } from "node:crypto";
import { MIB } from "../../contract/constants.ts";
import { ApiError } from "../../platform/errors.ts";
import { type MultipartEvent, readMultipart } from "../../platform/http/multipart.ts";

/** bytes to spare for boundaries and headers of equal forms */
const SLACK = MIB;
const LIMITS = { field: MIB, parts: 10_000 };

/** Digests a form as it is read, without boundaries, which clients choose each time. */
export class FormDigest {
	private readonly whole = createHash("sha256");
	private file: Hash | null = null;
	private bytes = 0;

	readonly add = (event: MultipartEvent): void => {
		switch (event.kind) {
			case "field":
				this.bytes += event.value.length;
				this.whole.update(JSON.stringify(["field", event.name, event.value]));
				break;
			case "file":
				this.whole.update(JSON.stringify(["file", event.name, event.fileName]));
				this.file = createHash("sha256");
				break;
			case "bytes":
				this.bytes += event.bytes.length;
				this.file?.update(event.bytes);
				break;
			case "file-end":
				this.whole.update(this.file?.digest("hex") ?? "");
				this.file = null;
		}
	};

	value(): string {
		return `form:${this.bytes}:${this.whole.copy().digest("hex")}`;
	}
}

/** Reads no more than the length of the form with this digest. */
export async function isSameForm(request: Request, digest: string): Promise<boolean> {
	const [, bytes] = digest.split(":");
	if (!request.body) return false;
	const form = new FormDigest();
	try {
		const limits = { ...LIMITS, body: Number(bytes) + SLACK };
		const type = request.headers.get("content-type") ?? "";
		for await (const event of readMultipart(request.body, type, limits)) form.add(event);
	} catch (error) {
		if (error instanceof ApiError) return false;
		throw error;
	}
	return form.value() === digest;
}
