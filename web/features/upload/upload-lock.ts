export class UploadLocked extends Error {
	override readonly name = "UploadLocked";
}

/** Returns the function to unlock. Throws UploadLocked if another tab is sending the upload. */
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
