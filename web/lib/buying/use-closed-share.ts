import { useEffect } from "react";
import { paths } from "../addresses/paths.ts";
import { ApiFailure } from "../server/failure.ts";

const CLOSED = ["share.locked", "share.not_open", "share.ended"];

/** Leads from the page of a payment to the share's own page where that is closed: it says why, and takes the password. */
export function useClosedShare(slug: string, error: unknown): boolean {
	const isClosed = error instanceof ApiFailure && CLOSED.includes(error.code);
	useEffect(() => {
		if (isClosed) location.replace(paths.share(slug));
	}, [isClosed, slug]);
	return isClosed;
}
