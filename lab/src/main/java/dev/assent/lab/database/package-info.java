/** What servers keep their accounts in, as the experiments of the lab see it: each database joins by one class. */
@NullMarked
package dev.assent.lab.database;

import org.jspecify.annotations.NullMarked;
