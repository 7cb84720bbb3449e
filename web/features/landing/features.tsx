import { Icon, type IconShapes } from "../../ui/icon.tsx";
import { BookOpenCheck } from "../../ui/icons/book-open-check.ts";
import { FolderTree } from "../../ui/icons/folder-tree.ts";
import { HandCoins } from "../../ui/icons/hand-coins.ts";
import { LockKeyhole } from "../../ui/icons/lock-keyhole.ts";
import { Trash2 } from "../../ui/icons/trash-2.ts";
import { UserRoundX } from "../../ui/icons/user-round-x.ts";
import { useTexts } from "./texts.ts";

const FEATURES = [
	[LockKeyhole, "landing.feature1", "landing.feature1Text"],
	[HandCoins, "landing.feature2", "landing.feature2Text"],
	[FolderTree, "landing.feature3", "landing.feature3Text"],
	[UserRoundX, "landing.feature4", "landing.feature4Text"],
	[BookOpenCheck, "landing.feature5", "landing.feature5Text"],
	[Trash2, "landing.feature6", "landing.feature6Text"],
] as const satisfies readonly (readonly [IconShapes, string, string])[];

/** The product's features for a creator. */
export function Features() {
	const t = useTexts();
	return (
		<section className="gutters max-w-content py-16">
			<h2 className="text-28">{t("landing.features")}</h2>
			<ul className="mt-8 grid gap-x-12 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
				{FEATURES.map(([icon, name, text]) => (
					<li key={name} className="flex gap-4">
						<Icon of={icon} className="mt-0.5 text-primary" />
						<div>
							<h3 className="font-semibold text-17">{t(name)}</h3>
							<p className="mt-1 text-muted">{t(text)}</p>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}
