import HeartIcon from "icons:heart";
import { type ComponentProps, useEffect } from "react";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { Picking } from "../picking.tsx";
import { useHearts, useIsHearted } from "./hearts.ts";
import { useSinglesTexts } from "./texts.ts";

const STYLES = {
	tile: ["absolute end-0 bottom-0 text-white", "bg-black/45 group-hover:bg-black/65"],
	row: ["shrink-0 text-muted", "hover:bg-faint"],
	stage: ["shrink-0 text-white", "bg-black/55 hover:bg-black/80"],
} as const;

/** A switch of 44 px; in the viewer also by the key F. */
export function Heart({ file, on }: ComponentProps<Picking["Heart"]>) {
	const t = useSinglesTexts();
	const { hearts } = useHearts();
	const isOn = useIsHearted(file.id);
	const [box, off] = STYLES[on];
	useEffect(() => {
		if (on !== "stage") return;
		const onKey = (event: KeyboardEvent) => {
			const isTyped =
				event.target instanceof HTMLElement && event.target.matches("input, textarea");
			if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey || isTyped) return;
			hearts.toggle(file.id);
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [on, hearts, file.id]);
	return (
		<button
			type="button"
			aria-pressed={isOn}
			aria-label={t("singles.heart", { name: file.originalName })}
			aria-keyshortcuts={on === "stage" ? "f" : undefined}
			className={`grid size-11 place-items-center rounded-full ${box}`}
			onClick={() => hearts.toggle(file.id)}
		>
			<span
				className={classes(
					"grid place-items-center rounded-full transition-colors duration-150 motion-reduce:transition-none",
					on === "tile" ? "size-8" : "size-11",
					isOn ? "bg-primary text-primary-content" : off,
				)}
			>
				<Icon
					of={HeartIcon}
					size={on === "tile" ? 18 : 20}
					className={isOn ? "fill-current" : ""}
				/>
			</span>
		</button>
	);
}
