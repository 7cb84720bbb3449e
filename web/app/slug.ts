/** The id in `/share/{id}`; empty when there is none, which no share has. */
export function slugOf(pathname: string): string {
	return /^\/share\/([A-Za-z0-9_-]{1,64})\/?$/.exec(pathname)?.[1] ?? "";
}
