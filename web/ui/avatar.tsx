import { classes } from "./classes.ts";

/** Upper-case initials of the first and the last word. */
export function initialsOf(name: string): string {
	const words = name
		.split(/\s+/)
		.map((word) => word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, ""))
		.filter(Boolean);
	const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
	const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
	return chosen
		.map((word = "") => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? "")
		.join("")
		.toUpperCase();
}

export function Avatar({
	src,
	name,
	className,
}: {
	src: string | null;
	name: string;
	/** includes its size, such as `size-24`, and the size of the initials */
	className: string;
}) {
	return (
		<span
			aria-hidden="true"
			className={classes(
				"relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-faint font-display font-semibold text-muted select-none",
				className,
			)}
		>
			{src ? (
				<img src={src} alt="" className="absolute inset-0 size-full object-cover" />
			) : (
				initialsOf(name)
			)}
			{/* Outlines a light picture on light paper. */}
			<span className="absolute inset-0 rounded-full ring-1 ring-ink/10 ring-inset" />
		</span>
	);
}
