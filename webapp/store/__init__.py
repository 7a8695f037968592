"""Tables, the two databases they live in, and the questions that screens and the clock ask them."""
