export default function ResetPasswordRoute() {
	return <h1>ResetPassword</h1>;
}
