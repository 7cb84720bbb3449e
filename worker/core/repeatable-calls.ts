import type { Operation } from "../platform/intercepted-bindings.ts";
import { isDeclaredRepeatable } from "../platform/retrying.ts";

type MethodOf<Namespace> =
	Namespace extends DurableObjectNamespace<infer Class>
		? Exclude<keyof Class, keyof Rpc.DurableObjectBranded | "alarm">
		: never;

/**
 * The methods of Durable Objects that may be repeated after a lost answer: each gives the same answer and leaves the
 * same rows, which are keyed by upload, file, part or share. Excluded: `rebuild` would drop leases that others have
 * taken in the meantime; `record` answers `contested` by dropping the part, and a repetition would take the part for
 * stored. The browser sends the part again instead.
 */
export const REPEATABLE_METHODS = {
	UPLOAD_QUOTA: [
		// The upload holds its slot and bytes once; `held` may be true because the first call took them.
		"reserve",
		"commit",
		// A released upload has ended, so nothing takes its slot again.
		"release",
		"releaseStorage",
		"addRecords",
		"used",
		"stored",
	] satisfies MethodOf<Env["UPLOAD_QUOTA"]>[] as readonly string[],
	UPLOAD_SESSION: [
		"open",
		"status",
		"page",
		"openFile",
		"reserveRendition",
		"keepRendition",
		"releaseRenditions",
		// At worst counts a write attempt twice, which only makes the part one to send again first.
		"part",
		"forgetMultipart",
		"acknowledge",
		"complete",
		"abandon",
	] satisfies MethodOf<Env["UPLOAD_SESSION"]>[] as readonly string[],
} as const;

/** Whether repeating a call to the platform has no further effect. */
export function canRepeat({ binding, name, isRead, args }: Operation): boolean {
	if (isRead || isDeclaredRepeatable()) return true;
	switch (binding) {
		case "UPLOAD_QUOTA":
		case "UPLOAD_SESSION":
			return REPEATABLE_METHODS[binding].includes(name);
		case "FILES":
			// Bytes can be sent again and replace themselves, but a stream can't. If a condition forbids replacing an
			// object, the callers compare the existing one with their own.
			return (
				name === "delete" ||
				((name === "put" || name === "uploadPart") && !(args[1] instanceof ReadableStream))
			);
		default:
			return false;
	}
}
