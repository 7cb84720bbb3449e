export type Origin = {
	/** in the dropped directory: "tour/day 1/a.jpg"; a single file's name */
	path: string;
	/** reads the file after a reload */
	handle: FileSystemFileHandle | null;
	/** the chosen directory, whose permission covers the file */
	root: FileSystemDirectoryHandle | null;
};

const IGNORED_NAMES = new Set([".DS_Store", "Thumbs.db"]);

const collator = new Intl.Collator(undefined, { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

const origins = new WeakMap<File, Origin>();

export function originOf(file: File): Origin {
	return (
		origins.get(file) ?? { path: file.webkitRelativePath || file.name, handle: null, root: null }
	);
}

export function withOrigin(file: File, origin: Origin): File {
	origins.set(file, origin);
	return file;
}

/**
 * Expands directories; omits system files and unreadable ones. During a drag there are only types,
 * no files.
 */
export async function gatherFiles(event: unknown): Promise<(File | DataTransferItem)[]> {
	if (Array.isArray(event)) return visible(await Promise.all(event.map(fromHandle)));
	const { dataTransfer, clipboardData, target, type } = event as Partial<
		DragEvent & ClipboardEvent
	>;
	if (dataTransfer) {
		const items = [...dataTransfer.items].filter(({ kind }) => kind === "file");
		return type === "drop" ? visible((await Promise.all(items.map(fromItem))).flat()) : items;
	}
	if (clipboardData) return visible([...clipboardData.files]);
	return visible(target instanceof HTMLInputElement ? [...(target.files ?? [])] : []);
}

export async function gatherDirectory(root: FileSystemDirectoryHandle): Promise<File[]> {
	return visible(await fromDirectory(root, root.name, root));
}

function visible(files: readonly File[]): File[] {
	return files.filter(({ name }) => !IGNORED_NAMES.has(name));
}

async function fromHandle(handle: FileSystemFileHandle): Promise<File> {
	return withOrigin(await handle.getFile(), { path: handle.name, handle, root: null });
}

async function fromItem(item: DataTransferItem): Promise<File[]> {
	// Items become invalid after the first await.
	const file = item.getAsFile();
	const entry = item.webkitGetAsEntry?.();
	const handle = await item.getAsFileSystemHandle?.().catch(() => null);
	if (handle?.kind === "directory")
		return fromDirectory(handle as FileSystemDirectoryHandle, handle.name, handle);
	if (entry?.isDirectory) return fromEntry(entry);
	if (!file) return [];
	return [withOrigin(file, { path: file.name, handle: handle ?? null, root: null })];
}

async function fromDirectory(
	directory: FileSystemDirectoryHandle,
	path: string,
	root: FileSystemDirectoryHandle,
): Promise<File[]> {
	const children: (FileSystemFileHandle | FileSystemDirectoryHandle)[] = [];
	for await (const child of directory.values()) children.push(child);
	const files = children.sort(byName).map(async (child) => {
		const childPath = `${path}/${child.name}`;
		if (child.kind === "directory")
			return fromDirectory(child as FileSystemDirectoryHandle, childPath, root);
		const handle = child as FileSystemFileHandle;
		const file = await handle.getFile().catch(() => null);
		return file ? [withOrigin(file, { path: childPath, handle, root })] : [];
	});
	return (await Promise.all(files)).flat();
}

/** For browsers without handles. */
async function fromEntry(entry: FileSystemEntry): Promise<File[]> {
	if (entry.isFile) {
		const file = await new Promise<File | null>((resolve) =>
			(entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
		);
		const path = entry.fullPath.replace(/^\//, "");
		return file ? [withOrigin(file, { path, handle: null, root: null })] : [];
	}
	const reader = (entry as FileSystemDirectoryEntry).createReader();
	const children: FileSystemEntry[] = [];
	for (;;) {
		// At most a hundred per call, none at the end.
		const some = await new Promise<FileSystemEntry[]>((resolve) =>
			reader.readEntries(resolve, () => resolve([])),
		);
		if (some.length === 0) break;
		children.push(...some);
	}
	return (await Promise.all(children.sort(byName).map(fromEntry))).flat();
}
