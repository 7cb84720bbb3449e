import LockKeyhole from "icons:lock-keyhole";
import LockKeyholeOpen from "icons:lock-keyhole-open";
import RotateCcw from "icons:rotate-ccw";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import cat from "./scenes/cat.webp";
import catTiny from "./scenes/cat-tiny.webp?inline";
import coffee from "./scenes/coffee.webp";
import coffeeTiny from "./scenes/coffee-tiny.webp?inline";
import spoon from "./scenes/spoon.webp";
import spoonTiny from "./scenes/spoon-tiny.webp?inline";
import { useTexts } from "./texts.ts";

const PRICE = "24.00";
const LARGE = "col-span-3 aspect-8/5";
const UPRIGHT = "aspect-3/4";
/** Long enough to see the locked picture. */
const UNLOCK_MS = 1_500;

export function ExampleShare() {
	const t = useTexts();
	const [isPaid, setPaid] = useState(false);
	const card = useRef<HTMLDivElement>(null);
	useUnlockOnceSeen(card, () => setPaid(true));
	const pictures = [
		{ src: coffee, tiny: coffeeTiny, label: t("landing.artCoffee"), shape: LARGE, isSample: true },
		{ src: cat, tiny: catTiny, label: t("landing.artCat"), shape: UPRIGHT },
		{ src: spoon, tiny: spoonTiny, label: t("landing.artSpoon"), shape: UPRIGHT },
	];
	const creator = t("landing.demoCreator");
	return (
		<figure className="m-0">
			<div
				ref={card}
				className="rounded-card border border-line bg-surface p-4 shadow-float sm:p-5"
			>
				<section aria-label={t("landing.demoLabel")}>
					<div className="flex items-center gap-2.5">
						<Avatar src={null} name={creator} className="size-9 text-13" />
						<span className="font-medium">{creator}</span>
					</div>
					<p className="mt-2.5 font-[650] font-display text-28">{t("landing.demoTitle")}</p>
					<p className="tabular mt-1 text-muted">{t("landing.demoFiles")}</p>
					<div className="mt-4 grid grid-cols-3 gap-2">
						{pictures.map(({ isSample = false, ...picture }) => (
							<Picture key={picture.label} {...picture} isSharp={isSample || isPaid}>
								{isSample && !isPaid && (
									<span className="absolute start-2 top-2 rounded-full bg-black/65 px-2 py-0.5 text-13 text-white">
										{t("landing.demoSample")}
									</span>
								)}
							</Picture>
						))}
						<Picture src={coffee} tiny={coffeeTiny} label="" shape={UPRIGHT} isSharp={isPaid}>
							<span
								aria-hidden="true"
								className="tabular absolute inset-0 grid place-items-center bg-black/50 font-display text-21 text-white"
							>
								+21
							</span>
						</Picture>
					</div>
					<div className="mt-4 grid min-h-13 items-center">
						<p
							role="status"
							className={isPaid ? "col-start-1 row-start-1 flex items-center gap-2" : "sr-only"}
						>
							{isPaid && (
								<>
									<Icon of={LockKeyholeOpen} className="text-primary" />
									<span className="flex-1 font-medium">{t("landing.demoPaid")}</span>
									<Button icon={<Icon of={RotateCcw} />} onClick={() => setPaid(false)}>
										{t("landing.demoReset")}
									</Button>
								</>
							)}
						</p>
						{!isPaid && (
							<Button
								tone="primary"
								size="lg"
								icon={<Icon of={LockKeyhole} />}
								onClick={() => setPaid(true)}
							>
								{t("landing.demoBuy", { price: formatMoney(PRICE, DEFAULT_CURRENCY) })}
							</Button>
						)}
					</div>
				</section>
			</div>
			<figcaption className="mt-3 text-balance text-center text-muted">
				{t("landing.demoTry")}
			</figcaption>
		</figure>
	);
}

/** Calls back once, unless the visitor prefers less motion. */
function useUnlockOnceSeen(card: RefObject<HTMLElement | null>, onSeen: () => void): void {
	const unlock = useEffectEvent(onSeen);
	useEffect(() => {
		if (!card.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const observer = new IntersectionObserver(
			([seen]) => {
				if (!seen?.isIntersecting) return;
				observer.disconnect();
				timer = setTimeout(unlock, UNLOCK_MS);
			},
			{ threshold: 0.6 },
		);
		observer.observe(card.current);
		return () => {
			observer.disconnect();
			clearTimeout(timer);
		};
	}, [card]);
}

function Picture({
	src,
	tiny,
	label,
	shape,
	isSharp,
	children,
}: {
	src: string;
	tiny: string;
	label: string;
	shape: string;
	isSharp: boolean;
	children?: ReactNode;
}) {
	// A picture that starts sharp needs no transition, and no script.
	const [isLoaded, setLoaded] = useState(isSharp);
	return (
		<div className={classes("relative overflow-hidden rounded-thumb bg-faint", shape)}>
			<span className="frosted absolute inset-0">
				<img src={tiny} alt={isSharp ? "" : label} />
			</span>
			{isSharp && (
				<img
					src={src}
					alt={label}
					onLoad={() => setLoaded(true)}
					className={classes(
						"absolute inset-0 size-full object-cover transition-[opacity,filter] duration-700 ease-out",
						!isLoaded && "opacity-0 blur-md",
					)}
				/>
			)}
			{children}
		</div>
	);
}
