// The parts of the File System Access API that TypeScript's own DOM types lack.
interface FileSystemHandle {
	queryPermission(descriptor: { mode: "read" }): Promise<PermissionState>;
	requestPermission(descriptor: { mode: "read" }): Promise<PermissionState>;
}
interface FileSystemDirectoryHandle {
	values(): AsyncIterableIterator<FileSystemFileHandle | FileSystemDirectoryHandle>;
}
interface DataTransferItem {
	/** Only in browsers with the File System Access API, and only in secure contexts. */
	getAsFileSystemHandle?(): Promise<FileSystemFileHandle | FileSystemDirectoryHandle | null>;
}
interface Window {
	showDirectoryPicker?(options?: {
		mode?: "read";
		id?: string;
	}): Promise<FileSystemDirectoryHandle>;
}
