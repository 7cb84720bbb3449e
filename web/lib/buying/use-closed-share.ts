import { useEffect } from "react";
import { paths } from "../addresses/paths.ts";
import { ApiFailure } from "../server/failure.ts";

const CLOSED = ["share.locked", "share.not_open", "share.ended"];

/** Redirects to the share's own page, which says why it is closed and takes the password. */
export function useClosedShare(slug: string, error: unknown): boolean {
	const isClosed = error instanceof ApiFailure && CLOSED.includes(error.code);
	useEffect(() => {
		if (isClosed) location.replace(paths.share(slug));
	}, [isClosed, slug]);
	return isClosed;
}
