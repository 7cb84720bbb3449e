import { type ComponentType, useState } from "react";
import { formatMoney } from "../../lib/i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LockKeyhole } from "../../ui/icons/lock-keyhole.ts";
import { LockKeyholeOpen } from "../../ui/icons/lock-keyhole-open.ts";
import { RotateCcw } from "../../ui/icons/rotate-ccw.ts";
import { Aurora, Cabin, Fjord, Ridge } from "./art.tsx";
import { useTexts } from "./texts.ts";

const PRICE = "24.00";

/** A small share page made of the same components: locked, and open once the button is pressed. */
export function ExampleShare() {
	const t = useTexts();
	const [isPaid, setPaid] = useState(false);
	const pictures: [ComponentType<{ label: string }>, string, string][] = [
		[Aurora, t("landing.artAurora"), "col-span-3 aspect-[16/10]"],
		[Fjord, t("landing.artFjord"), "aspect-[3/4]"],
		[Cabin, t("landing.artCabin"), "aspect-[3/4]"],
		[Ridge, t("landing.artRidge"), "aspect-[3/4]"],
	];
	return (
		<figure className="m-0">
			<div className="rounded-card border border-line bg-surface p-4 shadow-float sm:p-5">
				<section aria-label={t("landing.demoLabel")}>
					<div className="grid grid-cols-3 gap-2">
						{pictures.map(([Picture, label, shape]) => (
							<div key={label} className={`overflow-hidden rounded-thumb ${shape}`}>
								<div
									className={`size-full transition-[filter,transform] duration-700 ease-out *:block *:size-full ${
										isPaid ? "" : "scale-115 blur-[14px]"
									}`}
								>
									<Picture label={label} />
								</div>
							</div>
						))}
					</div>
					<div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
						<div>
							<p className="font-[650] font-display text-21">{t("landing.demoTitle")}</p>
							<p className="text-muted">{t("landing.demoBy")}</p>
							<p className="tabular text-13 text-muted">{t("landing.demoFiles")}</p>
						</div>
						{isPaid ? (
							<Button icon={<Icon of={RotateCcw} />} onClick={() => setPaid(false)}>
								{t("landing.demoReset")}
							</Button>
						) : (
							<Button tone="primary" icon={<Icon of={LockKeyhole} />} onClick={() => setPaid(true)}>
								{t("landing.demoBuy", { price: formatMoney(PRICE) })}
							</Button>
						)}
					</div>
					<p
						role="status"
						className={`mt-3 flex min-h-6 items-center gap-2 text-13 text-primary transition-opacity duration-200 ${isPaid ? "" : "opacity-0"}`}
					>
						{isPaid && (
							<>
								<Icon of={LockKeyholeOpen} size={16} />
								{t("landing.demoPaid")}
							</>
						)}
					</p>
				</section>
			</div>
			<figcaption className="mt-3 text-balance text-center text-13 text-muted">
				{t("landing.demoTry")}
			</figcaption>
		</figure>
	);
}
