"""Questions with their hands, and worksheets of them."""
