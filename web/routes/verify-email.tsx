export default function VerifyEmailRoute() {
	return <h1>VerifyEmail</h1>;
}
