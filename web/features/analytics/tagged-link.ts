export type Tags = { source: string; medium: string; campaign: string };

/** Empty tags are left out. */
export function taggedLink(link: string, tags: Tags): string {
	const query = new URLSearchParams(
		Object.entries(tags)
			.map(([name, value]) => [`utm_${name}`, value.trim().toLowerCase().replace(/\s+/g, "-")])
			.filter(([, value]) => value !== ""),
	);
	return query.size === 0 ? link : `${link}?${query}`;
}
