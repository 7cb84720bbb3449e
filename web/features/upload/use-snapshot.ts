import { useEffect, useState } from "react";
import type { Uploader } from "../../upload-engine/uploader.ts";
import type { Snapshot } from "../../upload-engine/uploader-types.ts";

const EVERY_MS = 120;

/** Throttled: bytes are sent far more often. */
export function useSnapshot(uploader: Uploader): Snapshot {
	const [snapshot, setSnapshot] = useState(() => uploader.snapshot);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const read = () => {
			timer = undefined;
			setSnapshot(uploader.snapshot);
		};
		read();
		const stop = uploader.subscribe(() => {
			timer ??= setTimeout(read, EVERY_MS);
		});
		return () => {
			clearTimeout(timer);
			stop();
		};
	}, [uploader]);
	return snapshot;
}
