import { withOrigin } from "../choose/gather-files.ts";
import { permissionChecks } from "../resume-sources.ts";
import { type KeptDraft, type KeptFile, keptCopy } from "./kept-drafts.ts";

export type Restored = { kept: KeptFile; file: File };

/** `mayAsk` needs a click: the browser asks for permission until the first refusal. */
export async function bringBack(
	{ id, files }: Pick<KeptDraft, "id" | "files">,
	mayAsk: boolean,
): Promise<{ restored: Restored[]; missing: KeptFile[] }> {
	const restored: Restored[] = [];
	const missing: KeptFile[] = [];
	const isOpen = permissionChecks(mayAsk);
	for (const kept of files) {
		const { handle, root, path } = kept;
		if (root) await isOpen(root);
		const read =
			handle && (await isOpen(handle))
				? await handle.getFile().catch(() => null)
				: await keptCopy(id, kept);
		// Changed files are fine: nothing was sent yet.
		if (read) restored.push({ kept, file: withOrigin(read, { path, handle, root }) });
		else missing.push(kept);
	}
	return { restored, missing };
}

export function recognised(
	missing: readonly KeptFile[],
	chosen: readonly File[],
): { restored: Restored[]; others: File[]; missing: KeptFile[] } {
	const left = [...missing];
	const restored: Restored[] = [];
	const others: File[] = [];
	for (const file of chosen) {
		const at = left.findIndex(({ name, size }) => name === file.name && size === file.size);
		const [kept] = at < 0 ? [] : left.splice(at, 1);
		if (kept) restored.push({ kept, file });
		else others.push(file);
	}
	return { restored, others, missing: left };
}
