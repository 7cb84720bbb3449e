export const hasShareSheet = () => "share" in navigator;

export async function openShareSheet(title: string, url: string): Promise<void> {
	try {
		await navigator.share({ title, url });
	} catch {
		// Closing the share sheet rejects too.
	}
}
