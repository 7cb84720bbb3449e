/** An icon's shapes as SVG, in a square of 24 units. */
export type IconBody = string;

type Props = {
	/** a lucide icon: `import Trash from "icons:trash"` */
	of: IconBody;
	size?: number;
	className?: string;
};

/** Decorative and hidden from screen readers: give the control a text or a label. */
export function Icon({ of: body, size = 20, className }: Props) {
	return (
		<svg
			aria-hidden
			width={size}
			height={size}
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth={1.5}
			strokeLinecap="round"
			strokeLinejoin="round"
			className={`shrink-0 ${className ?? ""}`}
			// biome-ignore lint/security/noDangerouslySetInnerHtml: shapes of the icon set, from the build
			dangerouslySetInnerHTML={{ __html: body }}
		/>
	);
}
