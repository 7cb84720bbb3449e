/** Arrives even while the page closes, without the API's client. False if the browser won't send it. */
export const countFiles = (slug: string, json: { seen: string[]; hearts: string[] }): boolean =>
	navigator.sendBeacon(
		`/api/file-shares/${slug}/counts`,
		new Blob([JSON.stringify(json)], { type: "application/json" }),
	);
