import type { LucideIcon } from "lucide-react";

type Props = {
	/** an icon of lucide-react, imported by name so that only it is bundled */
	of: LucideIcon;
	/** px */
	size?: number;
	className?: string;
};

/** A decorative icon, hidden from screen readers: give the control a text or a label. */
export function Icon({ of: Drawn, size = 20, className }: Props) {
	return (
		<Drawn
			aria-hidden="true"
			size={size}
			strokeWidth={1.5}
			className={`shrink-0 ${className ?? ""}`}
		/>
	);
}
