export function addressOf(sender: string): { name: string; email: string } {
	const match = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(sender);
	if (!match?.[2]) return { name: "", email: sender.trim() };
	return { name: (match[1] ?? "").replaceAll('"', ""), email: match[2].trim() };
}
