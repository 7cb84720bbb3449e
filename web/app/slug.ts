export function slugOf(pathname: string): string {
	return /^\/share\/([A-Za-z0-9_-]{1,64})\/?$/.exec(pathname)?.[1] ?? "";
}

export function handleOf(pathname: string): string {
	return /^\/c\/([A-Za-z0-9-]{1,64})\/?$/.exec(pathname)?.[1] ?? "";
}
