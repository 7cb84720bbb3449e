import BookOpenCheck from "icons:book-open-check";
import FolderTree from "icons:folder-tree";
import HandCoins from "icons:hand-coins";
import LockKeyhole from "icons:lock-keyhole";
import Trash2 from "icons:trash";
import UserRoundX from "icons:user-round-x";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

const FEATURES = [
	[LockKeyhole, "landing.feature1", "landing.feature1Text"],
	[HandCoins, "landing.feature2", "landing.feature2Text"],
	[FolderTree, "landing.feature3", "landing.feature3Text"],
	[UserRoundX, "landing.feature4", "landing.feature4Text"],
	[BookOpenCheck, "landing.feature5", "landing.feature5Text"],
	[Trash2, "landing.feature6", "landing.feature6Text"],
] as const satisfies readonly (readonly [IconBody, string, string])[];

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
