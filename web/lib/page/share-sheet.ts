/** Whether the system has a sheet to share links with. */
export const hasShareSheet = () => "share" in navigator;

/** Opens the system's sheet for a link. */
export async function openShareSheet(title: string, url: string): Promise<void> {
	try {
		await navigator.share({ title, url });
	} catch {
		// Closing the share sheet rejects as well; nothing to report.
	}
}
