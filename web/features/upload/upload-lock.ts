export class UploadLocked extends Error {
	override readonly name = "UploadLocked";
}

/**
 * Locks the upload until the returned function is called or the tab is closed. Throws UploadLocked if
 * another tab is sending it.
 */
export async function acquireUploadLock(id: string): Promise<() => void> {
	if (!("locks" in navigator)) return () => {};
	return new Promise((resolve, reject) => {
		const until = Promise.withResolvers<void>();
		navigator.locks
			.request(`tillbox-upload-${id}`, { ifAvailable: true }, (lock) => {
				if (!lock) return reject(new UploadLocked("The upload is open in another tab."));
				resolve(until.resolve);
				return until.promise;
			})
			.catch(reject);
	});
}
