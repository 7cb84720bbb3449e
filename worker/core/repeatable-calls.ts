import type { Operation } from "../platform/intercepted-bindings.ts";
import { isDeclaredRepeatable } from "../platform/retrying.ts";

type MethodOf<Namespace> =
	Namespace extends DurableObjectNamespace<infer Class>
		? Exclude<keyof Class, keyof Rpc.DurableObjectBranded | "alarm">
		: never;

/**
 * Methods of Durable Objects that may be repeated after a lost answer, with the same answer and rows. Not
 * `rebuild`, which would drop leases taken in the meantime, and not `record`, which would take a part that was
 * `contested`, and so dropped, for stored.
 */
export const REPEATABLE_METHODS = {
	UPLOAD_QUOTA: [
		// The upload holds its slot and bytes once; `held` may be true because the first call took them.
		"reserve",
		"reserveStorage",
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
		// At worst counts a write attempt twice, so that the part is among the first to be sent again.
		"part",
		"forgetMultipart",
		"acknowledge",
		"complete",
		"abandon",
	] satisfies MethodOf<Env["UPLOAD_SESSION"]>[] as readonly string[],
} as const;

export function canRepeat({ binding, name, isRead, args }: Operation): boolean {
	if (isRead || isDeclaredRepeatable()) return true;
	switch (binding) {
		case "UPLOAD_QUOTA":
		case "UPLOAD_SESSION":
			return REPEATABLE_METHODS[binding].includes(name);
		case "FILES":
			// Bytes replace themselves, but a stream can't be sent again. If a condition forbids replacing an
			// object, the callers compare the existing one with their own.
			return (
				name === "delete" ||
				((name === "put" || name === "uploadPart") && !(args[1] instanceof ReadableStream))
			);
		default:
			return false;
	}
}
