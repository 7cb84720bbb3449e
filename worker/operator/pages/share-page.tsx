import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { formatSize } from "../../contract/files/files.ts";
import { paths } from "../../contract/paths.ts";
import { readShare } from "../read/subjects.ts";
import { LegalOrder } from "./decision-forms.tsx";
import { consolePage } from "./layout.tsx";
import {
	Act,
	Acts,
	DecisionFields,
	FinalAct,
	money,
	Properties,
	Reason,
	Tag,
	Time,
} from "./pieces.tsx";
import { Cases, Sanctions } from "./related.tsx";

/** Whether anyone may still get bytes of a share, now or after the scanner's answer. */
function canBeTakenDown({ status, checking, deletion, keptUntil }: ShareRow, now: number): boolean {
	if (status === "deleted") return deletion !== null && (keptUntil ?? 0) > now;
	return status === "published" || (status === "uploading" && checking !== null);
}

type ShareRow = Awaited<ReturnType<typeof readShare>>["share"];

type Shown = { id: string; done?: string | undefined };

export async function sharePage(ctx: OperatorCtx, { id, done }: Shown): Promise<Response> {
	const found = await readShare(ctx, id);
	const { share, files } = found;
	const here = `/operator/shares/${id}`;
	return consolePage(
		ctx,
		{ title: share.title, done },
		<>
			<h1>{share.title}</h1>
			<p class="muted">
				Share <Tag of={share.status} />{" "}
				{share.legalOrder && <span class="tag bad">legal order</span>}
			</p>
			<div class="columns">
				<div>
					<section>
						<h2>Files, as buyers see them before they pay</h2>
						<div class="previews">
							{files.map(({ file, preview }) => (
								<figure key={file.id}>
									<Picture source={preview} isPublic={share.status === "published"} />
									<figcaption>
										{file.originalName} <span class="muted">{formatSize(file.size)}</span>
									</figcaption>
								</figure>
							))}
						</div>
						{files.length < share.fileCount && (
							<p class="muted">
								The first {files.length} of {share.fileCount}.
							</p>
						)}
					</section>
					<Cases rows={found.cases} />
					<section>
						<h2>What happened</h2>
						<Acts rows={found.acts} />
					</section>
				</div>
				<div>
					<section>
						<h2>About</h2>
						<Properties
							rows={[
								[
									"Link",
									<a key="link" href={paths.share(share.slug)}>
										{paths.share(share.slug)}
									</a>,
								],
								[
									"Creator",
									<a key="creator" href={`/operator/creators/${share.creatorId}`}>
										{found.email}
									</a>,
								],
								["Price", money(share.priceCents, share.currency)],
								["Sold by", share.saleMode],
								["Paid purchases", String(found.paid)],
								["Size", formatSize(share.totalSize)],
								["Published", <Time key="at" ms={share.publishedAt} />],
								["Description", share.description],
								["Id", share.id],
							]}
						/>
					</section>
					<Sanctions rows={found.sanctions} />
					<section>
						<h2>Act</h2>
						{found.held.length > 0 && (
							<Act
								title="Publish what is held"
								action={`${here}/release`}
								button="Publish, whatever the scanner says"
							>
								<p class="muted">
									{found.held.some(({ state }) => state === "found")
										? "The scanner found something in it; the case says what."
										: "The scanner has not answered yet."}
								</p>
							</Act>
						)}
						{canBeTakenDown(share, ctx.now()) && (
							<Act title="Take down" action={`${here}/take-down`} button="Take down" danger>
								<p class="muted">
									From the next request on nobody gets a byte of it, not even its buyers.
								</p>
								<DecisionFields />
								<LegalOrder />
							</Act>
						)}
						{files.length > 0 && (
							<FinalAct
								ctx={ctx}
								here={here}
								title="See an original"
								action={`${here}/original`}
								button="Download the original"
							>
								<label>
									File
									<select name="fileId" required>
										{files.map(({ file }) => (
											<option key={file.id} value={file.id}>
												{file.originalName}
											</option>
										))}
									</select>
								</label>
								<Reason hint="Why the previews are not enough. Recorded in the audit log, and the creator sees that it was done." />
							</FinalAct>
						)}
					</section>
				</div>
			</div>
		</>,
	);
}

type Preview = Awaited<ReturnType<typeof readShare>>["files"][number]["preview"];

/** Sharp while buyers may see it so; otherwise the tiny raster, which is part of the page. */
function Picture({ source, isPublic }: { source: Preview; isPublic: boolean }) {
	const url = (isPublic ? source?.src : null) ?? source?.placeholder;
	if (!url) return <span class="blank">no picture</span>;
	return <img src={url} alt="" loading="lazy" />;
}
