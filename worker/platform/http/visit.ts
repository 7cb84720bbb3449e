export type Visit = {
	readonly agent: string;
	/** Do Not Track or Global Privacy Control */
	readonly isPrivate: boolean;
	readonly address: string;
	/** null if it isn't sent */
	readonly referrer: string | null;
};

export function visitOf({ headers, url }: Request): Visit {
	return {
		agent: headers.get("user-agent") ?? "",
		isPrivate: headers.get("dnt") === "1" || headers.get("sec-gpc") === "1",
		address: url,
		referrer: headers.get("referer"),
	};
}
