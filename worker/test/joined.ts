/** The pieces of a text that is made while it is sent, as one. */
export async function joined(pieces: AsyncIterable<string>): Promise<string> {
	let text = "";
	for await (const piece of pieces) text += piece;
	return text;
}
